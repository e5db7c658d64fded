import { accountScreens } from './account-screens.ts'
import { adminPanelScreens } from './admin-panel-screens.ts'
import { historyScreens } from './history-screens.ts'
import { layoutScreens } from './layout-screens.ts'
import { limitsScreens } from './limits-screens.ts'
import { ownAccountsScreens } from './own-accounts-screens.ts'
import { potsScreens } from './pots-screens.ts'
import { profileScreens } from './profile-screens.ts'
import { publicScreens } from './public-screens.ts'
import { scheduledScreens } from './scheduled-screens.ts'
import type { Screen } from './screen.ts'
import { settingsScreens } from './settings-screens.ts'
import { transferScreens } from './transfer-screens.ts'
import { userManagementScreens } from './user-management-screens.ts'
import { visitorScreens } from './visitor-screens.ts'

/** Every screen of the bank in every state: the input of the gallery and of the gates. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...publicScreens,
  ...layoutScreens,
  ...accountScreens,
  ...ownAccountsScreens,
  ...potsScreens,
  ...limitsScreens,
  ...scheduledScreens,
  ...profileScreens,
  ...historyScreens,
  ...transferScreens,
  ...settingsScreens,
  ...userManagementScreens,
  ...adminPanelScreens,
]
