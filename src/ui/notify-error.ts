import { texts } from './texts.ts';
import { notify } from './toast.tsx';

/** «Ошибка», and of what: «создания отчета». */
export function notifyError(message: string): void {
  notify({ type: 'error', title: texts.error, message });
}
