import { Anchor, Button, Loader, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { nameOf, useContacts } from './contacts.ts';

export function ContactPage() {
  const { id } = useParams();
  const { data } = useContacts();
  const contact = data?.find(each => String(each.id) === id);
  if (!contact) return <Loader />;
  return (
    <Stack>
      <Title order={2}>{nameOf(contact)}</Title>
      <Text>{contact.comment}</Text>
      {contact.contact_phones.map(phone => (
        <Anchor key={phone.id} href={`tel:+${phone.full_phone}`}>
          +{phone.full_phone}
        </Anchor>
      ))}
      <Button component={Link} to="/order">
        Заявка
      </Button>
    </Stack>
  );
}
