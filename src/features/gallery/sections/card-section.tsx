import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { StateChip } from '#ui/chip.tsx';
import type { Section } from '../section.ts';

const noop = () => undefined;

export const section: Section = {
  title: 'Карточка',
  states: [
    { state: 'простая', content: <Card title="Отчет №1">Промоутер Иванов Петр, 20 ноября 2026</Card> },
    {
      state: 'свернута, видна строка',
      content: (
        <Card title="Отчет №2" meta="20 ноября 2026" collapsible summary={<p>5 заявок, 12 400 руб.</p>}>
          <p>Заявка 101</p>
        </Card>
      ),
    },
    {
      state: 'развернута',
      content: (
        <Card title="Отчет №3" collapsible defaultOpen summary={<p>5 заявок, 12 400 руб.</p>}>
          <p>Заявка 101</p>
          <Button>Открыть заявку</Button>
        </Card>
      ),
    },
    {
      state: 'с правкой и удалением',
      content: <Card title="Отчет №4" editTo="/gallery" onDelete={noop} collapsible meta="закрыто" />,
    },
    {
      state: 'длинное название',
      content: (
        <Card
          title="Подключение посудомоечной машины, которая стоит далеко от стояка"
          editTo="/gallery"
          onDelete={noop}
        />
      ),
    },
    {
      state: 'с состоянием и полосой',
      content: <Card title="Отчет №5" stripe="warn" meta={<StateChip state="queued" />} />,
    },
    { state: 'открытый отчет', content: <Card title="Отчет №6" tint="primary" onDelete={noop} /> },
    { state: 'можно выбрать', content: <Card title="Отчет №7" onChoose={noop} /> },
    { state: 'выбрана', content: <Card title="Отчет №8" onChoose={noop} current /> },
  ],
};
