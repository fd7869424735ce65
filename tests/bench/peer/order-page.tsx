import { Autocomplete, Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { nameOf, useContacts } from './contacts.ts';

const FIELDS = { district: 'Район', work: 'Работа', street: 'Улица', house: 'Дом', flat: 'Квартира' };

/** How many contacts can be chosen from before something is typed. */
const OFFERED = 30;

type Order = { contact: string; broken: string } & Record<keyof typeof FIELDS, string>;

export function OrderPage() {
  const { data: contacts = [] } = useContacts();
  const { control, register, handleSubmit, formState } = useForm<Order>();
  const { errors } = formState;
  return (
    <form onSubmit={handleSubmit(order => localStorage.setItem('order', JSON.stringify(order)))}>
      <Stack>
        <Controller
          control={control}
          name="contact"
          defaultValue=""
          rules={{ required: true }}
          render={({ field }) => (
            <Autocomplete
              label="Контакт"
              data={[...new Set(contacts.slice(0, OFFERED).map(nameOf))]}
              {...field}
            />
          )}
        />
        {Object.entries(FIELDS).map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            {...register(name as keyof typeof FIELDS, { required: true })}
          />
        ))}
        <Textarea label="Что сломалось" {...register('broken')} />
        {Object.keys(errors).length > 0 && <Text role="alert">Заполните поля</Text>}
        <Button type="submit">Сохранить</Button>
      </Stack>
    </form>
  );
}
