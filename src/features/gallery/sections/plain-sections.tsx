import { Button, IconButton, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip, StateChip } from '#ui/chip.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { ClipboardList, Phone, Plus, Settings } from '#ui/icons.ts';
import { Trash2 } from '#ui/icons-of-screens.ts';
import { Menu } from '#ui/menu.tsx';
import type { Notice } from '#ui/notice.ts';
import { PhoneLink } from '#ui/phone-link.tsx';
import { Tiles } from '#ui/tiles.tsx';
import { notify } from '#ui/toast.tsx';
import type { Section } from '../section.ts';

const noop = () => undefined;
const pressed = (label: string) => () => notify({ title: 'Меню', message: label });

const APPEARANCES = [
  'queued',
  'sending',
  'checking',
  'failed',
  'question',
  'parked',
  'blocked',
  'held',
  'done',
  'draft',
] as const;
const TONES = ['neutral', 'ok', 'warn', 'err', 'info', 'imp'] as const;

const NOTICES: Notice[] = [
  { title: 'Контакт', message: 'сохранен на устройстве' },
  { type: 'success', title: 'Контакт', message: 'успешно добавлен' },
  { type: 'warning', title: 'Обновление', message: 'Сначала сохраните или закройте форму' },
  { type: 'error', title: 'Ошибка', message: 'сохранения контакта' },
  {
    title: 'Контакт',
    message: 'успешно удален',
    action: { label: 'Вернуть', onSelect: () => notify({ title: 'Контакт', message: 'возвращен' }) },
  },
];

/** What shows what it is given. */
export const sections: Section[] = [
  {
    title: 'Кнопки',
    states: {
      главная: <Button kind="primary">Сохранить</Button>,
      'главная, большая, со значком': (
        <Button kind="primary" size="large" icon={<Plus size={20} />}>
          Оформить заявку
        </Button>
      ),
      обычная: <Button>Отмена</Button>,
      опасная: <Button kind="danger">Удалить</Button>,
      тихая: <Button kind="quiet">добавить телефон</Button>,
      занята: (
        <Button kind="primary" busy>
          Сохранить
        </Button>
      ),
      недоступна: <Button disabled>Сохранить</Button>,
      ссылка: <LinkButton to="/404">Отчеты</LinkButton>,
      'один значок': <IconButton label="Удалить" icon={<Trash2 size={20} />} />,
    },
  },
  {
    title: 'Карточка',
    states: {
      простая: <Card title="Отчет №1">Промоутер Иванов Петр, 20 ноября 2026</Card>,
      'свернута, видна строка': (
        <Card title="Отчет №2" meta="20 ноября 2026" collapsible summary={<p>5 заявок, 12 400 руб.</p>}>
          <p>Заявка 101</p>
        </Card>
      ),
      развернута: (
        <Card title="Отчет №3" collapsible defaultOpen summary={<p>5 заявок, 12 400 руб.</p>}>
          <p>Заявка 101</p>
          <Button>Открыть заявку</Button>
        </Card>
      ),
      'с правкой и удалением': (
        <Card title="Отчет №4" editTo="/gallery" onDelete={noop} collapsible meta="закрыто" />
      ),
      'длинное название': (
        <Card
          title="Подключение посудомоечной машины, которая стоит далеко от стояка"
          editTo="/gallery"
          onDelete={noop}
        />
      ),
      'с состоянием и полосой': <Card title="Отчет №5" stripe="warn" meta={<StateChip state="queued" />} />,
      'открытый отчет': <Card title="Отчет №6" tint="primary" onDelete={noop} />,
    },
  },
  {
    title: 'Метки',
    states: Object.fromEntries([
      ...APPEARANCES.map(state => [state, <StateChip key={state} state={state} />]),
      ...TONES.map(tone => [
        tone,
        <Chip key={tone} tone={tone}>
          закрыто
        </Chip>,
      ]),
    ]),
  },
  {
    title: 'Меню',
    states: {
      'действия над контактом': (
        <Menu
          label="Действия: Алена Ёлкина"
          items={[
            { label: 'Редактировать', to: '/404' },
            { label: 'Поделиться', onSelect: pressed('Поделиться') },
            { label: 'Удалить', danger: true, onSelect: pressed('Удалить') },
          ]}
        />
      ),
      'с заголовком и недоступным действием': (
        <Menu
          label="Действия: Борис"
          heading="Борис Жук, модератор"
          items={[
            { label: 'Войти под пользователем', disabled: true, onSelect: pressed('Войти') },
            { label: 'Выйти', onSelect: pressed('Выйти') },
          ]}
        />
      ),
    },
  },
  {
    title: 'Звонок',
    states: {
      главный: <PhoneLink phone="0001234567" name="Алена" kind="primary" />,
      обычный: <PhoneLink phone="0007654321" name="Борис" kind="secondary" />,
    },
  },
  {
    title: 'Плитки',
    states: {
      'обычная, с пояснением, недоступная с причиной': (
        <Tiles
          items={[
            { label: 'Телефоны', to: '/404', icon: <Phone /> },
            { label: 'Заявки', to: '/404', icon: <ClipboardList />, note: 'Ждут отправки: 2' },
            {
              label: 'Управление',
              to: '/404',
              icon: <Settings />,
              disabledBecause: 'Работает только при связи',
            },
          ]}
        />
      ),
    },
  },
  {
    title: 'Список свойств',
    states: {
      'пустые значения не показаны': (
        <DefinitionList
          rows={[
            { term: 'Клиент', value: 'Светлана Яблокова-Преображенская' },
            { term: 'Сумма', value: '12 400 руб.' },
            { term: 'Комментарий', value: '' },
          ]}
        />
      ),
    },
  },
  {
    title: 'Уведомления',
    states: Object.fromEntries(
      NOTICES.map(notice => [
        `${notice.type ?? 'info'}${notice.action ? ', с действием' : ''}`,
        <Button
          key={notice.message}
          onClick={() => notify(notice)}
        >{`${notice.title}: ${notice.message}`}</Button>,
      ]),
    ),
  },
];
