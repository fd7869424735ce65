import '#ui/styles/base.css';
import { showFirstView } from '#app/first-view.ts';
import { applyTheme } from '#app/shell/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
applyTheme();
// app/repair/start-check.ts waits for it.
window.appStart = showFirstView(root)
  .then(() => import('#app/start.tsx'))
  .then(({ start }) => start(root));
