import { Anchor, Card, Loader, Text, TextInput, Title } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Contact, nameOf, useContacts } from './contacts.ts';

const ROW_PX = 96;

export function ContactsPage() {
  const { data: contacts = [], isPending } = useContacts();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const found = useMemo(
    () => (wanted === '' ? contacts : contacts.filter(contact => isFound(contact, wanted))),
    [contacts, wanted],
  );
  return (
    <>
      <TextInput
        type="search"
        aria-label="Поиск"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Text role="status">{wanted !== '' && `Найдено: ${found.length}`}</Text>
      {isPending ? <Loader /> : <Rows contacts={found} />}
    </>
  );
}

function isFound(contact: Contact, wanted: string): boolean {
  const phones = contact.contact_phones.map(phone => phone.full_phone);
  return [nameOf(contact), contact.comment, ...phones].join(' ').toLowerCase().includes(wanted);
}

function Rows({ contacts }: { contacts: Contact[] }) {
  const rows = useWindowVirtualizer({ count: contacts.length, estimateSize: () => ROW_PX, overscan: 5 });
  return (
    <div style={{ position: 'relative', height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const contact = contacts[index];
        return contact && <Row key={contact.id} contact={contact} top={start} />;
      })}
    </div>
  );
}

function Row({ contact, top }: { contact: Contact; top: number }) {
  const [phone] = contact.contact_phones;
  return (
    <Card
      component="article"
      withBorder
      padding="xs"
      style={{ position: 'absolute', top, insetInline: 0, height: ROW_PX }}
    >
      <Title order={3} size="h5">
        <Anchor component={Link} to={`/contact/${contact.id}`}>
          {nameOf(contact)}
        </Anchor>
      </Title>
      <Text size="sm" truncate>
        {contact.comment}
      </Text>
      {phone && <Anchor href={`tel:+${phone.full_phone}`}>+{phone.full_phone}</Anchor>}
    </Card>
  );
}
