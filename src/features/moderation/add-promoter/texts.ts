import { plural } from '#kit/plural.ts';

const rows = (count: number) => `${count} ${plural(count, 'строка', 'строки', 'строк')}`;
const people = (count: number) => `${count} ${plural(count, 'промоутера', 'промоутеров', 'промоутеров')}`;

/** The words of adding promoters, verbatim from the specification where it gives them. New ones without ё. */
export const texts = {
  leaveUnseen: (count: number) => (count === 1 ? 'Уйти, не увидев пароль?' : 'Уйти, не увидев пароли?'),
  leaveUnseenWhy: (names: string) =>
    `Добавлены и сохранены: ${names}. Пароля никто не видел, а после ухода с экрана его уже не узнать.`,

  title: 'Добавить промоутера',
  name: 'Имя',
  email: 'E-mail',
  password: 'Пароль',
  confirmation: 'Повтор пароля',
  add: 'Добавить промоутера',
  generate: 'Придумать пароль',
  generated: 'Придуман:',
  draftNote: 'Имя и e-mail сохраняются как черновик, пароль - никогда.',
  emailTaken: 'EMail уже зарегистрирован',
  requiredMissing: 'Не все обязательные поля заполнены',
  noAnswer: 'ответа сервера',
  notCreated: 'создания промоутера',
  notCreatedWhy: 'Сервер ответил, но аккаунт не создал.',
  /** What the list of promoters says of one whose answer proves nothing. `conflict`: it may be an older one. */
  afterLostAnswer: {
    unknown: (why: string) => `${why}. Список промоутеров не прочитать: неизвестно, создан ли аккаунт.`,
    failed: (why: string) =>
      `${why}. Промоутера в списке нет: аккаунт не создан. Введенное осталось здесь, можно повторить.`,
    conflict: (why: string) =>
      `${why}. Промоутер с таким именем есть: возможно, аккаунт создан. Повторите: второго с этим e-mail не будет.`,
  },
  nothingLost: 'Введенное осталось здесь.',
  toastTitle: 'Промоутер',
  added: 'успешно добавлен',
  addedTitle: 'Промоутер добавлен',
  showPassword: 'показать пароль',
  passwordOf: (name: string) => `Пароль: ${name}`,
  print: 'Печать',
  printNamed: (name: string) => `Печать: ${name}`,
  addAnother: 'Добавить еще одного промоутера',
  copyPassword: 'Скопировать пароль',
  copyAll: 'Скопировать данные',
  copied: 'Скопировано',
  copyFailed: 'Браузер не дал скопировать',
  memoryOnly: 'Пароль виден только здесь: после ухода с этого экрана его не узнать.',
  listTitle: (count: number) => `Добавлены сейчас: ${count}`,
  listNote: 'Пароли видны только здесь: после ухода с этого экрана их не узнать.',
  printAll: (count: number) => `Печать карточек (${count})`,
  modeLabel: 'Как добавить',
  singleMode: 'Один',
  batchMode: 'Списком',
  card: {
    title: 'Приложение промоутера',
    address: 'Адрес',
    android: 'Android',
    androidSteps: [
      'Откройте адрес в браузере Chrome.',
      'Нажмите меню ⋮ вверху и выберите «Установить приложение».',
      'Откройте приложение с главного экрана и войдите.',
    ],
    iphone: 'iPhone',
    iphoneSteps: [
      'Откройте адрес в браузере Safari.',
      'Нажмите «Поделиться», «На экран „Домой“», «Добавить».',
      'Откройте приложение с экрана «Домой» и войдите.',
    ],
    secret: 'Никому не показывайте эту карточку.',
  },
  message: (person: { name: string; email: string; password: string }, address: string) =>
    `${person.name}\nАдрес: ${address}\nE-mail: ${person.email}\nПароль: ${person.password}`,
  batch: {
    list: 'Список: имя, e-mail, пароль',
    hint: 'Скопируйте столбцы из таблицы или откройте файл. Пароль необязателен: недостающие придумаем. Пустые строки и заголовок пропустим.',
    openFile: 'Открыть файл: .xlsx, CSV',
    whichSheet: 'В файле несколько листов. Какой взять?',
    unreadableFile: (file: string) =>
      `«${file}» не удалось прочитать. Сохраните его на устройство и выберите снова.`,
    notLoaded: 'Файл .xlsx не открылся: нет связи. Список остался здесь, повторите позже.',
    check: 'Проверить список',
    nothing: 'В списке никого нет.',
    tooMany: (count: number, limit: number) =>
      `Не больше ${rows(limit)} за один раз, а в списке ${count}. Разделите его.`,
    tooLong: 'Это слишком большой текст для списка. Скопируйте только нужные столбцы.',
    caption: 'Список промоутеров',
    passwordGenerated: 'пароль придуман',
    passwordGiven: 'пароль из списка',
    left: (cells: string) => `не взято: ${cells}`,
    unreadable: (labels: string) => `Вместо буквы стоит знак �: ${labels}. Впишите букву.`,
    duplicate: (line: number) => `Такой e-mail уже в строке ${line}`,
    notChecked: 'Занятые e-mail не проверены: сервер назовет их при добавлении.',
    summary: (count: number, wrong: number) =>
      wrong === 0 ? `${rows(count)}, все без ошибок` : `${rows(count)}, с ошибками: ${wrong}`,
    progress: (done: number, count: number) => `Добавлено ${done} из ${count}`,
    failed: (count: number) => `Не добавлено: ${count}`,
    unknown: (count: number) => `Неизвестно: ${count}`,
    send: (count: number) => `Добавить ${people(count)}`,
    resume: (count: number) => `Продолжить: ${count}`,
    stop: 'Остановить',
    retryFailed: (count: number) => `Повторить неудавшиеся: ${count}`,
    newList: 'Новый список',
    newListTitle: 'Начать новый список?',
    newListWhy: (count: number) =>
      `${plural(count, 'Не добавлен', 'Не добавлены', 'Не добавлены')}: ${count}.`,
    newListConfirm: 'Начать новый',
    sending: 'Добавляем',
    stopped: 'Остановлено. Остальные ждут.',
    pausedByNetwork: 'Нет связи. Продолжим сами, когда она появится.',
    states: {
      waits: 'Ждет',
      sending: 'Добавляем',
      done: 'Добавлен',
      failed: 'Не добавлен',
      unknown: 'Неизвестно',
      wrong: 'Исправьте',
    },
    edit: (name: string) => `Исправить: ${name}`,
    remove: (name: string) => `Убрать: ${name}`,
    editTitle: (line: number) => `Строка ${line}`,
    ready: 'Готово',
    unnamed: 'без имени',
  },
} as const;
