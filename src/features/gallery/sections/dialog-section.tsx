import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/confirm-dialog.tsx';
import { BottomSheet, Dialog, Drawer, Sheet } from '#ui/modal.tsx';
import type { Section } from '../section.ts';

type Openable = { open: boolean; onClose: () => void };

/** A button that opens a dialog: a page has room for one at a time. */
function Opener({ label, children }: { label: string; children: (dialog: Openable) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {children({ open, onClose: () => setOpen(false) })}
    </>
  );
}

const LONG = Array.from({ length: 40 }, (_, at) => at + 101).map(number => (
  <p key={number}>Неоплаченная заявка {number}</p>
));

function question(label: string, props: Partial<ConfirmDialogProps>) {
  return (
    <Opener label={label}>
      {({ open, onClose }) => (
        <ConfirmDialog
          title="Закрыть отчет №7?"
          confirmLabel="Закрыть отчет"
          {...props}
          open={open}
          onConfirm={onClose}
          onCancel={onClose}
        />
      )}
    </Opener>
  );
}

const nested = (
  <Opener label="Панель с вопросом">
    {sheet => (
      <Sheet {...sheet} title="Отчет №7">
        {question('Удалить отчет', { title: 'Удалить отчет №7?', kind: 'danger', confirmLabel: 'Удалить' })}
      </Sheet>
    )}
  </Opener>
);

export const section: Section = {
  title: 'Диалоги',
  states: [
    { state: 'вопрос', content: question('Вопрос', { children: <p>В нем 5 неоплаченных заявок.</p> }) },
    { state: 'опасный вопрос', content: question('Опасный вопрос', { kind: 'danger' }) },
    {
      state: 'вопрос, на который отвечают словом',
      content: question('Вопрос со словом', { kind: 'danger', typed: 'удалить' }),
    },
    { state: 'ответ выполняется', content: question('Занятый вопрос', { busy: true }) },
    {
      state: 'ответ не выполнен',
      content: question('Отказ', { problem: 'Сервер не ответил. Проверьте связь и повторите.' }),
    },
    { state: 'длинный вопрос', content: question('Длинный вопрос', { children: LONG }) },
    {
      state: 'сообщение',
      content: (
        <Opener label="Сообщение">
          {dialog => (
            <Dialog {...dialog} title="Отчет №7 закрыт">
              <p>Все заявки оплачены.</p>
            </Dialog>
          )}
        </Opener>
      ),
    },
    {
      state: 'панель, длинная',
      content: (
        <Opener label="Панель">
          {dialog => (
            <Sheet {...dialog} title="Заявки отчета" actions={<Button>Готово</Button>}>
              {LONG}
            </Sheet>
          )}
        </Opener>
      ),
    },
    {
      state: 'панель у нижнего края',
      content: (
        <Opener label="Нижняя панель">
          {dialog => (
            <BottomSheet {...dialog} title="Звонок">
              <Button wide>Дозвонился</Button>
            </BottomSheet>
          )}
        </Opener>
      ),
    },
    {
      state: 'меню сбоку',
      content: (
        <Opener label="Меню">
          {dialog => (
            <Drawer {...dialog} title="Меню">
              <p>Рабочее место</p>
            </Drawer>
          )}
        </Opener>
      ),
    },
    { state: 'вопрос над панелью', content: nested },
  ],
};
