/**
 * The icons of the first paint, by name, each hidden from readers. Those of the other screens stand in
 * icons-of-screens.ts: what is named here is loaded before anything can be seen.
 */
export { default as ArrowLeft } from 'lucide-react/icons/arrow-left';
export { default as BriefcaseBusiness } from 'lucide-react/icons/briefcase-business';
export { default as ChartBar } from 'lucide-react/icons/chart-bar';
export { default as ChevronDown } from 'lucide-react/icons/chevron-down';
export { default as ChevronLeft } from 'lucide-react/icons/chevron-left';
export { default as ChevronRight } from 'lucide-react/icons/chevron-right';
export { default as CircleAlert } from 'lucide-react/icons/circle-alert';
export { default as CircleCheck } from 'lucide-react/icons/circle-check';
export { default as ClipboardCheck } from 'lucide-react/icons/clipboard-check';
export { default as ClipboardList } from 'lucide-react/icons/clipboard-list';
export { default as Clock } from 'lucide-react/icons/clock';
export { default as CloudOff } from 'lucide-react/icons/cloud-off';
export { default as EllipsisVertical } from 'lucide-react/icons/ellipsis-vertical';
export { default as House } from 'lucide-react/icons/house';
export { default as Inbox } from 'lucide-react/icons/inbox';
export { default as KeyRound } from 'lucide-react/icons/key-round';
export { default as ListTodo } from 'lucide-react/icons/list-todo';
export { default as LoaderCircle } from 'lucide-react/icons/loader-circle';
export { default as LogOut } from 'lucide-react/icons/log-out';
export { default as MenuLines } from 'lucide-react/icons/menu';
export { default as Phone } from 'lucide-react/icons/phone';
export { default as Plus } from 'lucide-react/icons/plus';
export { default as SearchCheck } from 'lucide-react/icons/search-check';
export { default as Settings } from 'lucide-react/icons/settings';
export { default as TriangleAlert } from 'lucide-react/icons/triangle-alert';
export { default as User } from 'lucide-react/icons/user';
export { default as Users } from 'lucide-react/icons/users';
