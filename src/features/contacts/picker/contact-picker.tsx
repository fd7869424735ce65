import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePullContext } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { UserPlus } from '#ui/icons-of-screens.ts';
import { Sheet } from '#ui/modal.tsx';
import type { ContactView } from '../offline/contact-book.ts';
import { rememberPicked } from '../offline/recent-contacts.ts';
import { texts } from '../texts.ts';
import { useWarmSearch } from '../use-warm-search.ts';
import { PickerCreate } from './picker-create.tsx';
import { PickerRows } from './picker-rows.tsx';
import { type PickerStart, usePickerStart } from './use-picker-start.ts';

export type ContactPickerProps = {
  open: boolean;
  onPick: (contact: ContactView) => void;
  onClose: () => void;
};

/** Picks a contact over a whole phone screen; who is not there yet is made in place. */
export function ContactPicker({ open, onPick, onClose }: ContactPickerProps) {
  const start = usePickerStart(open);
  if (!open) return null;
  // Outside of the form that asks: forms must not nest, and this one's submit is none of the other's.
  const stop = (event: FormEvent) => event.stopPropagation();
  return createPortal(
    <div onSubmit={stop}>
      <OpenPicker start={start} onPick={onPick} onClose={onClose} />
    </div>,
    document.body,
  );
}

type OpenPickerProps = Omit<ContactPickerProps, 'open'> & { start: PickerStart | undefined };

function OpenPicker({ start, onPick, onClose }: OpenPickerProps) {
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const pulls = usePullContext();
  const warmSearch = useWarmSearch();
  const text = search.trim();
  const handlePick = (contact: ContactView) => {
    // Only a convenience: the pick itself does not wait for it.
    if (pulls) void rememberPicked(pulls.cache, contact.key, pulls.now());
    onPick(contact);
  };
  if (isCreating) {
    return (
      <Sheet open title={texts.newContact} onClose={onClose}>
        <PickerCreate text={text} onCreated={handlePick} onBack={() => setIsCreating(false)} />
      </Sheet>
    );
  }
  return (
    <Sheet
      open
      title={texts.pickTitle}
      onClose={onClose}
      top={
        <SearchField
          label={texts.search}
          placeholder={texts.searchShort}
          value={search}
          onChange={setSearch}
          onFocus={warmSearch}
          autoFocus
        />
      }
      actions={
        <Button wide icon={<UserPlus size={20} />} onClick={() => setIsCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      <PickerRows text={text} start={start} onPick={handlePick} />
    </Sheet>
  );
}
