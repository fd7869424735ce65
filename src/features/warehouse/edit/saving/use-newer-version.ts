import { useEffect, useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { contentOf, isSameContent } from './content.ts';
import type { Edits } from './use-edits.ts';
import type { Saving } from './use-saving.ts';

/**
 * Follows the server while nobody has typed. What is typed is never replaced: then the newer version is told instead, as
 * long as it is another one than that of the edits.
 */
export function useNewerVersion(
  edits: Edits,
  { value }: Remote<Receipt>,
  step: Saving['state']['step'],
): Receipt | null {
  const [newer, setNewer] = useState<Receipt | null>(null);
  const { base, form } = edits;
  // What comes during a save may be the save itself.
  const isBusy = form.formState.isSubmitting || step === 'unknown' || step === 'checking';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news are followed, not each key that is typed
  useEffect(() => {
    if (!value || isBusy) return;
    const now = contentOf(value);
    setNewer(null);
    if (isSameContent(now, contentOf(base))) {
      if (value.version !== base.version) edits.rebase(value);
    } else if (edits.isUntouched() || isSameContent(now, edits.currentContent())) edits.startFrom(value);
    else setNewer(value);
  }, [value, isBusy, base]);
  return newer;
}
