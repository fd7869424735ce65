import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Card, type CardProps } from './card.tsx';

const show = (content: ReactNode) => render(<MemoryRouter>{content}</MemoryRouter>);
const toggle = () => screen.getByRole('button', { name: /^(Развернуть|Свернуть): Отчет №7$/ });

function Report(props: Partial<CardProps>) {
  return (
    <Card title="Отчет №7" summary="Позвонить" {...props}>
      <a href="/request">Заявка</a>
    </Card>
  );
}

test('a card is named after its title and shows everything unless it is told to fold', () => {
  show(<Report meta="закрыто" />);
  const card = screen.getByRole('article', { name: 'Отчет №7' });
  expect(within(card).getByRole('heading', { name: 'Отчет №7', level: 3 })).toBeTruthy();
  expect(within(card).getByText('закрыто')).toBeTruthy();
  expect(within(card).getByRole('link', { name: 'Заявка' })).toBeTruthy();
  expect(within(card).queryByRole('button')).toBeNull();
});

test('what is folded is there for nobody, and its toggle says what it does', async () => {
  show(<Report collapsible />);
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  expect(toggle().getAttribute('aria-label')).toBe('Развернуть: Отчет №7');
  expect(screen.queryByText('Заявка')).toBeNull();
  expect(screen.getByText('Позвонить')).toBeTruthy();
  await userEvent.click(toggle());
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  expect(toggle().getAttribute('aria-label')).toBe('Свернуть: Отчет №7');
  const body = document.getElementById(toggle().getAttribute('aria-controls') ?? '');
  expect(body?.contains(screen.getByRole('link', { name: 'Заявка' }))).toBe(true);
  expect(body?.hidden).toBe(false);
  await userEvent.click(toggle());
  expect(body?.hidden).toBe(true);
  expect(screen.queryByText('Заявка')).toBeNull();
});

test('a card may start open', () => {
  show(<Report collapsible defaultOpen />);
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
});

test('an owner decides whether its card is open', async () => {
  const onToggle = vi.fn();
  show(<Report collapsible open={false} onToggle={onToggle} />);
  await userEvent.click(toggle());
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(true);
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
});

test('editing and deleting name the card', async () => {
  const onDelete = vi.fn();
  show(<Report editTo="/reports/7/edit" onDelete={onDelete} />);
  const edit = screen.getByRole('link', { name: 'Редактировать: Отчет №7' });
  expect(edit.getAttribute('href')).toBe('/reports/7/edit');
  await userEvent.click(screen.getByRole('button', { name: 'Удалить: Отчет №7' }));
  expect(onDelete).toHaveBeenCalledOnce();
});

function Reports() {
  const [numbers, setNumbers] = useState([1, 2, 3]);
  return (
    <main tabIndex={-1}>
      {numbers.map(number => (
        <Card
          key={number}
          title={`Отчет №${number}`}
          onDelete={() => setNumbers(numbers.filter(other => other !== number))}
        />
      ))}
    </main>
  );
}

test('after a card was deleted the reader goes on with the one beside it, at last with the screen', async () => {
  show(<Reports />);
  const remove = (number: number) => screen.getByRole('button', { name: `Удалить: Отчет №${number}` });
  await userEvent.click(remove(2));
  expect(document.activeElement).toBe(remove(3));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(remove(1));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
