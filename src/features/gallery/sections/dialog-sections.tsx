import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/confirm-dialog.tsx';
import type { Elements } from '#ui/elements.ts';
import { BottomSheet, Dialog, Drawer, Sheet } from '#ui/modal.tsx';
import type { Section } from '../section.ts';

type Openable = { open: boolean; onClose: () => void };

/** A button that opens a dialog: a page has room for one at a time. */
function Opener({ label, children }: { label: string; children: (dialog: Openable) => Elements }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {children({ open, onClose: () => setOpen(false) })}
    </>
  );
}

const LONG = Array.from({ length: 40 }, (_, at) => at + 101).map(number => (
  <p key={number}>{`Неоплаченная заявка ${number}`}</p>
));

function LongSheet(props: ComponentProps<typeof Sheet>) {
  return <Sheet {...props} actions={<Button>Готово</Button>} />;
}

function opened(
  Modal: typeof Dialog | typeof Sheet | typeof BottomSheet | typeof Drawer,
  label: string,
  title: string,
  content: ReactNode,
) {
  return (
    <Opener label={label}>
      {dialog => (
        <Modal {...dialog} title={title}>
          {content}
        </Modal>
      )}
    </Opener>
  );
}

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

/** What opens over the page, and closes. */
export const sections: Section[] = [
  {
    title: 'Диалоги',
    states: {
      вопрос: question('Вопрос', { children: <p>В нем 5 неоплаченных заявок.</p> }),
      'опасный вопрос': question('Опасный вопрос', { kind: 'danger' }),
      'вопрос, на который отвечают словом': question('Вопрос со словом', {
        kind: 'danger',
        typed: 'удалить',
      }),
      'ответ выполняется': question('Занятый вопрос', { busy: true }),
      'ответ не выполнен': question('Отказ', { problem: 'Сервер не ответил. Проверьте связь и повторите.' }),
      'длинный вопрос': question('Длинный вопрос', { children: LONG }),
      сообщение: opened(Dialog, 'Сообщение', 'Отчет №7 закрыт', <p>Все заявки оплачены.</p>),
      'панель, длинная': opened(LongSheet, 'Панель', 'Заявки отчета', LONG),
      'панель у нижнего края': opened(
        BottomSheet,
        'Нижняя панель',
        'Звонок',
        <Button wide>Дозвонился</Button>,
      ),
      'меню сбоку': opened(Drawer, 'Меню', 'Меню', <p>Рабочее место</p>),
      'вопрос над панелью': opened(
        Sheet,
        'Панель с вопросом',
        'Отчет №7',
        question('Удалить отчет', { title: 'Удалить отчет №7?', kind: 'danger', confirmLabel: 'Удалить' }),
      ),
    },
  },
];
