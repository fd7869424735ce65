import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { seedStock } from '#tests/support/stock.ts';
import {
  field,
  openReceiptScreen,
  press,
  RECEIPT,
  type ReceiptScreen,
  receiptScreen,
  retype,
} from '#tests/support/warehouse-screens.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let app: ReceiptScreen;
beforeEach(async () => {
  app = await receiptScreen();
});

const saved = (code = 'ОП-000001') => screen.findByText(`Оприходование ${code} успешно сохранено`);
const failureToast = () => screen.findByText('Ошибка сохранения документа');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Сохранить' });
const readPagesSince = () => act(() => void window.dispatchEvent(new Event('focus')));
const note = (text: string) => retype(/^Описание/, text);
const kept = (text = 'Мое') => expect(field(/^Описание/).value).toBe(text);

async function openAndNote(text = 'Мое'): Promise<void> {
  await app.show();
  note(text);
}

describe('what is sent', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  test('everything that is stored, days as they were read, null for what is empty; the real server takes it', async () => {
    const { receipt } = await seedStock(server);
    const real = await openReceiptScreen(server, server.users.moderator);
    await real.show('enter', receipt.id);
    retype(/^Описание/, '');
    retype(/^Входящий номер/, '');
    fireEvent.change(field(/^Входящая дата/), { target: { value: '' } });
    retype(/^НДС, %/, '');
    await userEvent.click(field('Проведен'));
    await userEvent.selectOptions(field(/^Контрагент/), 'Не указан');
    await press('Сохранить');
    await saved();
    const [first, second] = receipt.lineIds;
    expect(real.saves()).toEqual([
      {
        transfer_code: 'ОП-000001',
        transfer_date: '2026-11-20',
        warehouse_to: 'Основной склад',
        contract_id: null,
        carried: 0,
        description: null,
        income_code: null,
        income_date: null,
        VAT: null,
        VAT_included: 1,
        nomenclature: [
          expect.objectContaining({ id: first, count: 2.5, price: 1234.5, tax: 1.25, discount: 10 }),
          expect.objectContaining({ id: second, reason: 'Без упаковки' }),
        ],
      },
    ]);
    const headers = await server.signIn(server.users.admin);
    const stored = await (await server.fetch(`/api/enter/${receipt.id}`, { headers })).json();
    expect(stored).toMatchObject({ VAT: null, carried: 0, description: '', version: 2 });
    expect(wouldLoseInput()).toBe(false);
  });

  test('a rate with a comma is a number; a day with a time goes back as it came', async () => {
    const receipt = { ...app.stored(), transfer_date: '2026-11-20 10:30:00' };
    app.network.answer(RECEIPT, () => answerOf(receipt));
    await app.show();
    expect(field(/^Дата/).value).toBe('2026-11-20');
    retype(/^НДС, %/, '12,5');
    app.network.answer(RECEIPT, () => answerOf({ ...receipt, VAT: 12.5, version: 2 }));
    await press('Сохранить');
    await saved();
  });

  test('nothing is sent where nothing has changed', async () => {
    await app.show();
    await press('Сохранить');
    expect(await screen.findByText('Оприходование ОП-000001 изменений нет')).toBeTruthy();
    expect(app.saves()).toEqual([]);
  });

  test('the form starts from what was answered: a further save goes over the new version, with the new ids', async () => {
    await openAndNote();
    await userEvent.click(screen.getByRole('button', { name: /^Удалить строку 1/ }));
    await press('Сохранить');
    await saved();
    expect(wouldLoseInput()).toBe(false);
    retype(/^Номер/, 'ОП-2');
    await press('Сохранить');
    await saved('ОП-2');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Оприходование ОП-2');
    expect(app.stored()).toMatchObject({ version: 3, transfer_code: 'ОП-2', description: 'Мое' });
    expect(app.stored().nomenclature).toHaveLength(1);
  });

  test('what is typed during the save stays typed, over what was saved', async () => {
    await openAndNote();
    const held = app.network.hold(RECEIPT);
    await press('Сохранить');
    await held.arrived;
    note('Мое, дописано');
    retype(/^Количество, строка 1/, '9');
    await act(async () => held.release());
    await saved();
    kept('Мое, дописано');
    expect(field(/^Количество, строка 1/).value).toBe('9');
    expect(wouldLoseInput()).toBe(true);
    await press('Сохранить');
    await waitFor(async () =>
      expect(app.stored()).toMatchObject({ version: 3, description: 'Мое, дописано' }),
    );
    expect(app.stored().nomenclature.map(({ id, count }) => [id, count])).toEqual([
      [11, 9],
      [12, 3],
    ]);
  });
});

describe('a refusal', () => {
  test('422 stands at its fields, of the head and of the lines, and nothing typed is lost', async () => {
    await openAndNote();
    retype(/^На склад/, 'Нет такого');
    const none = { warehouse_to: ['Такого склада нет. Есть: Основной склад'] };
    app.network.answer(RECEIPT, () =>
      answerOf({ message: 'The given data was invalid.', errors: none }, 422),
    );
    await press('Сохранить');
    expect(await screen.findByText(/^Такого склада нет/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(/^На склад/)));
    expect(await failureToast()).toBeTruthy();
    kept();
    const errors = {
      'nomenclature.1.count': ['Слишком много'],
      VAT: ['Такой ставки нет'],
      carried: ['Рано'],
      foo: ['И еще что-то'],
    };
    app.network.answer(RECEIPT, () => answerOf({ message: 'The given data was invalid.', errors }, 422));
    await press('Сохранить');
    const all = await screen.findByRole('alert', { name: '4 ошибки в форме' });
    expect(all.textContent).toMatch(/И еще что-то.*такой ставки нет.*рано.*слишком много/);
    expect(document.activeElement).toBe(field(/^НДС, %/));
    expect(screen.getByText('Рано')).toBeTruthy();
    const count = field(/^Количество, строка 2/);
    expect(count.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(count, '1');
    expect(screen.getByRole('alert', { name: '3 ошибки в форме' })).toBeTruthy();
    kept();
  });

  test('of a line alone leads to it', async () => {
    await openAndNote();
    const errors = { 'nomenclature.0.price': ['Цена не та'] };
    app.network.answer(RECEIPT, () => answerOf({ message: 'The given data was invalid.', errors }, 422));
    await press('Сохранить');
    await waitFor(() => expect(document.activeElement).toBe(field(/^Цена, руб., строка 1/)));
  });

  test.each([
    ['403', 'Нет прав.'],
    ['404', 'Сервер этого не нашел.'],
    ['413', 'Слишком много данных.'],
    ['429', 'Сервер просит подождать: слишком много запросов.'],
    ['503', 'Сервер на обслуживании.'],
    ['500-before', 'Сервер ответил ошибкой 500.'],
    // Whether it was lost is asked before it is said.
    ['drop-before', 'Ответ не пришел, на сервере ничего не изменилось.'],
    ['html', 'Ответ не пришел, на сервере ничего не изменилось.'],
  ] as const)('%s is said beside the button, and the next try goes through', async (fault, why) => {
    await openAndNote();
    app.network.fault(RECEIPT, fault);
    await press('Сохранить');
    expect(await failureToast()).toBeTruthy();
    expect(await screen.findByText(`${why} Введенное осталось здесь.`)).toBeTruthy();
    kept();
    await press('Сохранить');
    await saved();
    expect(screen.queryByText(/Введенное осталось/)).toBeNull();
    expect(app.stored()).toMatchObject({ version: 2, description: 'Мое' });
  });

  test('a session that has ended loses nothing', async () => {
    await openAndNote();
    app.network.fault(RECEIPT, '401', 2);
    app.network.fault('/oauth/token', '401', 2);
    await press('Сохранить');
    expect(await screen.findByText(/^Сессия закончилась/)).toBeTruthy();
    kept();
    expect(wouldLoseInput()).toBe(true);
    expect(app.stored()).toMatchObject({ version: 1 });
  });
});

describe('an answer that is lost', () => {
  test.each(['drop-after', '500-after', 'truncated'] as const)(
    '%s: what was saved all the same is found out, not sent again',
    async fault => {
      await openAndNote();
      app.network.fault(RECEIPT, fault);
      await press('Сохранить');
      await saved();
      expect(app.saves()).toHaveLength(1);
      expect(wouldLoseInput()).toBe(false);
      note('Еще');
      await press('Сохранить');
      await waitFor(async () => expect(app.stored()).toMatchObject({ version: 3, description: 'Еще' }));
    },
  );

  test('while nobody answers it is not known; it is asked when the network is back, over what was typed since', async () => {
    await openAndNote();
    app.network.fault(RECEIPT, 'drop-after');
    app.network.fault(RECEIPT, 'drop-before', 2);
    await press('Сохранить');
    expect(await screen.findByText('Ответ не пришел. Сохранен ли документ, узнаем при связи.')).toBeTruthy();
    expect(button().disabled).toBe(true);
    note('Мое, дописано');
    act(() => void window.dispatchEvent(new Event('online')));
    await saved();
    kept('Мое, дописано');
    expect(app.saves()).toHaveLength(1);
    expect(wouldLoseInput()).toBe(true);
    await waitFor(() => expect(button().disabled).toBe(false));
    await press('Сохранить');
    await waitFor(async () =>
      expect(app.stored()).toMatchObject({ version: 3, description: 'Мое, дописано' }),
    );
  }, 40_000);

  test('offline everything can be typed; saving and searching wait, and say why', async () => {
    await app.show();
    app.network.off();
    await readPagesSince();
    expect(await screen.findAllByText('Нет связи: действие сейчас недоступно')).toHaveLength(2);
    expect(button().disabled).toBe(true);
    note('Мое');
    kept();
    app.network.on();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(button().disabled).toBe(false));
    kept();
    await press('Сохранить');
    await saved();
  }, 40_000);
});

describe('an answer that is not what was sent', () => {
  const other = () => ({ ...app.stored(), id: 9, transfer_code: 'ОП-000009', nomenclature: [] });
  const sameOfOther = () => ({ ...app.stored(), id: 9, description: 'Мое' });
  const others = [
    ['the document from before', () => app.stored()],
    ['another document', other],
    ['another document that says the same', sameOfOther],
  ] as const;

  test.each(others)(
    '%s, and nothing was stored: that is said, and what was typed stays',
    async (_what, said) => {
      await openAndNote();
      app.network.answer(RECEIPT, () => answerOf(said()));
      await press('Сохранить');
      expect(await failureToast()).toBeTruthy();
      expect(
        await screen.findByText(/на сервере ничего не изменилось\. Введенное осталось здесь\./),
      ).toBeTruthy();
      expect(screen.queryByText(/успешно сохранено/)).toBeNull();
      expect(screen.getAllByRole('button', { name: /^Удалить строку/ })).toHaveLength(2);
      kept();
      await press('Сохранить');
      await saved();
      expect(app.stored()).toMatchObject({ version: 2, description: 'Мое' });
    },
  );

  test.each(others)('%s, and it was stored: it is saved', async (_what, said) => {
    await openAndNote();
    app.network.answer(RECEIPT, () => {
      const answer = answerOf(said());
      app.saveElsewhere({ description: 'Мое' });
      return answer;
    });
    await press('Сохранить');
    await saved();
    expect([app.saves(), wouldLoseInput()]).toEqual([[], false]);
  });

  test('spaces around a text and other ways of writing a number are what was sent', async () => {
    await openAndNote(' Мое ');
    retype(/^Цена, руб., строка 1/, '10,00');
    const [first, ...rest] = app.stored().nomenclature;
    const nomenclature = [{ ...first, price: 10 }, ...rest];
    app.network.answer(RECEIPT, () => answerOf({ ...app.stored(), description: 'Мое', nomenclature }));
    await press('Сохранить');
    await saved();
    expect(app.network.seen.filter(({ path, method }) => path === RECEIPT && method === 'GET')).toHaveLength(
      1,
    );
  });
});
