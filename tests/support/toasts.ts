/** The toasts on the screen (`<Toasts />` must be there), newest first: «type: title message». */
export function toasts(): string[] {
  return [...document.querySelectorAll('.Toastify__toast')].map(toast => {
    const [, type] = /Toastify__toast--(success|info|warning|error)/.exec(toast.className) ?? [];
    return `${type}: ${toast.getAttribute('aria-label')}`;
  });
}
