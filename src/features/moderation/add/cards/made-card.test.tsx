import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AddingDesk, addingDesk, fillIn, input, press, SECRET } from '#tests/support/adding.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let desk: AddingDesk;
beforeEach(async () => {
  desk = await addingDesk();
});

async function addVera() {
  await desk.open();
  await fillIn({ name: ' Вера ' });
  await press('Добавить промоутера');
  await screen.findByRole('heading', { name: 'Промоутер добавлен' });
}

describe('the data card', () => {
  const card = () => screen.getByRole('region', { name: 'Промоутер добавлен' });

  it('has name and e-mail, and the password behind a link that shows and hides it', async () => {
    await addVera();
    expect(card().textContent).toContain('Вера');
    expect(card().textContent).toContain('vera@example.com');
    expect(document.body.innerHTML).not.toContain(SECRET.trim());
    await press('показать пароль');
    expect(card().querySelector('code')?.textContent).toBe(SECRET);
    await press('скрыть пароль');
    expect(document.body.innerHTML).not.toContain(SECRET.trim());
  });

  it('takes the focus', async () => {
    await addVera();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Промоутер добавлен'));
  });

  it('copies the password, and everything with the address of the app', async () => {
    await addVera();
    await press('Скопировать пароль');
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await press('Скопировать данные');
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`Пароль: ${SECRET}`);
    expect(text).toContain('/application/');
  });

  it('prints the password though it is hidden, with the address and the steps, and nothing of the screen', async () => {
    let paper = '';
    let screenClass = '';
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      paper = document.querySelector('article')?.textContent ?? '';
      screenClass = card().closest('.no-print')?.className ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
    await addVera();
    await press('Печать');
    for (const words of ['Вера', 'vera@example.com', SECRET, '/application/', 'Android', 'iPhone'])
      expect(paper).toContain(words);
    expect(screenClass).toBe('no-print');
    await waitFor(() => expect(document.querySelector('article')).toBeNull());
    expect(document.body.innerHTML).not.toContain(SECRET.trim());
  });

  it('gives way to an empty form for another, whose first field has the focus', async () => {
    await addVera();
    await press('Добавить еще одного промоутера');
    await waitFor(() => expect(document.activeElement).toBe(input('Имя')));
    for (const label of ['Имя', 'E-mail', 'Пароль', 'Повтор пароля']) expect(input(label).value).toBe('');
    expect(screen.getByRole('heading', { name: 'Добавлены сейчас: 1' })).toBeTruthy();
  });

  it('may be left once the password was seen, and not without a question before', async () => {
    await addVera();
    expect(wouldLoseInput()).toBe(true);
    await press('показать пароль');
    expect(wouldLoseInput()).toBe(false);
  });
});

describe('a password', () => {
  it('is on no storage of the device, neither while it is typed nor after', async () => {
    await desk.open();
    await fillIn({ password: 'zzqqzz' });
    await waitFor(async () => expect(await everythingStored()).toContain('vera@example.com'));
    expect(await everythingStored()).not.toContain('zzqq');
    await press('Добавить промоутера');
    await screen.findByText('Промоутер добавлен');
    await waitFor(async () => expect(await everythingStored()).not.toContain('vera@example.com'));
    expect(await everythingStored()).not.toContain('zzqq');
    expect(window.location.href).not.toContain('zzqq');
  });

  it('is gone when the screen is opened anew; name and e-mail come back', async () => {
    const view = await desk.open();
    await fillIn();
    view.close();
    await desk.open();
    expect(await screen.findByText('Черновик восстановлен')).toBeTruthy();
    expect(input('Имя').value).toBe('Вера');
    expect(input('Пароль').value).toBe('');
    await press('Начать заново');
    await waitFor(() => expect(input('Имя').value).toBe(''));
  });
});

/** All that the page has stored, as one text. */
async function everythingStored(): Promise<string> {
  const { db } = desk.device;
  const tables = await Promise.all(
    [...db.tables, ...desk.phone.book().cache.tables].map(each => each.toArray()),
  );
  return JSON.stringify([tables, { ...localStorage }, { ...sessionStorage }]);
}
