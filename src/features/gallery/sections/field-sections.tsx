import { DateField } from '#ui/form/date-field.tsx';
import { MaskedField } from '#ui/form/masked-field.tsx';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { CheckboxField, PasswordField, TextArea, TextField } from '#ui/form/text-field.tsx';
import { CheckList } from '#ui/picker/check-list.tsx';
import { type Section, withValue } from '../section.ts';

const DISTRICTS = [
  { id: 1, name: 'Север' },
  {
    id: 2,
    name: 'Центр',
    children: [
      { id: 3, name: 'Арбат' },
      { id: 4, name: 'Пресня' },
    ],
  },
];
const STATUSES = [
  { value: 'all', label: 'Все', count: 20 },
  { value: 'paid', label: 'Оплаченные', count: 7 },
];
const ROLES = [
  { id: 'promoter', name: 'Промоутер' },
  { id: 'moderator', name: 'Модератор' },
  { id: 'admin', name: 'Администратор' },
];
const MANY = Array.from({ length: 80 }, (_, at) => ({ id: String(at + 1), name: `Район ${at + 1}` }));

const Phone = withValue(PhoneField, '');
const Search = withValue(SearchField, '');
const Filter = withValue(SegmentedFilter, 'all');
const Day = withValue(DateField, '');
const Masked = withValue(MaskedField, '');
const Ticked = withValue(CheckList, []);

const none = () => false;

/** What is typed, chosen or ticked. */
export const sections: Section[] = [
  {
    title: 'Поля',
    states: {
      строка: <TextField label="Имя" hint="Как записано в паспорте" required />,
      'с ошибкой': <TextField label="Имя" error="Заполните поле «Имя»" required />,
      недоступна: <TextField label="Имя" defaultValue="Алёна" disabled />,
      большая: <TextField label="E-mail" controlSize="large" />,
      'несколько строк': <TextArea label="Комментарий" />,
      пароль: <PasswordField label="Пароль" autoComplete="new-password" />,
      выбор: <SelectField label="Район" options={DISTRICTS} />,
      'выбор с ошибкой': <SelectField label="Район" options={DISTRICTS} error="Выберите из списка" />,
      отметка: <CheckboxField label="НДС включен" defaultChecked />,
      телефон: <Phone label="Телефон" />,
      'телефон, не хватает цифр (после ухода с поля)': <Phone label="Телефон" start="+7 (916) 12" />,
      поиск: <Search label="Поиск" />,
      'поиск с текстом': <Search label="Поиск" start="алена" />,
      переключатель: <Filter label="Статус" options={STATUSES} />,
    },
  },
  {
    // The browser's own input and the three selects, in the same states.
    title: 'Поле даты',
    states: {
      Пустое: <Day label="Дата с" hint="Первый день отчета" required />,
      'С датой и границами': <Day label="Дата по" start="2026-11-20" max="2026-11-21" />,
      'Ошибка формы': <Day label="Дата акта" start="2026-11-20" error="Не позже сегодня" />,
      Недоступно: <Day label="Дата прихода" start="2026-11-20" disabled />,
      'В браузере нет своего поля: пустое': (
        <Day label="Начало" hint="Первый день отчета" required hasDateInput={none} />
      ),
      'В браузере нет своего поля: 29 дней в феврале': (
        <Day label="Рождение" start="2024-02-29" hasDateInput={none} />
      ),
      'В браузере нет своего поля: ошибка формы, только 2025 и 2026 год': (
        <Day
          label="Конец"
          min="2025-01-01"
          max="2026-11-21"
          error="Укажите день, месяц и год"
          hasDateInput={none}
        />
      ),
      'В браузере нет своего поля: недоступно': (
        <Day label="Приход" start="2026-11-20" disabled hasDateInput={none} />
      ),
    },
  },
  {
    // Each symbol, each state, and masks that cannot work.
    title: 'Поле с маской',
    states: {
      Пустое: <Masked label="Код договора" mask="AA-111" hint="Две буквы и три цифры" required />,
      Заполнено: <Masked label="Номер заявки" mask="A-111111" start="М-000017" />,
      'Заполнено не до конца: что делать, говорится после ухода из поля': (
        <Masked label="Дата и время" mask="11.11.1111 11:11" start="21.11.2026 1_:__" />
      ),
      'Ошибка формы': (
        <Masked label="ИНН" mask="111111111111" start="770000000000" error="Такой ИНН уже есть" />
      ),
      'Все символы: a, A, *, #, +, 1 и экранирование': (
        <Masked label="Образец" mask="aa AA ** ## ++ 11 \a\1" />
      ),
      'Свой знак вместо пропуска': (
        <Masked label="Код из письма" mask="1 1 1 1" placeholder="·" autoComplete="one-time-code" />
      ),
      Недоступно: <Masked label="Счет" mask="1111 1111" start="12345678" disabled />,
      'Маска с ошибкой': <Masked label="Маска без мест для ввода" mask="\1-\1" />,
    },
  },
  {
    title: 'Несколько из списка',
    states: {
      'короткий список': <Ticked label="Роли" options={ROLES} start={['admin']} />,
      'восемьдесят строк, отмеченная всегда видна': (
        <Ticked label="Районы" hint="Можно несколько" options={MANY} start={['77']} />
      ),
      'с отказом': <Ticked label="Роли заявки" error="Отметьте хотя бы одну" options={ROLES} />,
    },
  },
];
