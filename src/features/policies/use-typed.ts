import { type ChangeEvent, startTransition, useState } from 'react';

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * A text field of the edited policy. A letter is shown at once; the policy takes it at once as well, but what follows
 * from that on the screen may take longer than a frame, and never holds up the next letter.
 */
export function useTyped(value: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? value,
    onChange({ target }: ChangeEvent<TextInput>) {
      setTyped(target.value);
      startTransition(() => {
        onText(target.value);
        // Drawn together with the policy, which has the text then, or has refused it.
        setTyped(null);
      });
    },
  };
}
