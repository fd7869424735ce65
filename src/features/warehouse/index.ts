/** The screens around the documents: small, and one is seldom opened without the next, so they travel together. */
export { ReceiptsScreen, WriteOffsScreen } from './lists/lists-screen.tsx';
export { InventoriesScreen, StockMovesScreen } from './unfinished-screens.tsx';
