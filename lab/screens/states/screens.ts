import { accountScreens } from './account-screens.ts'
import { frameScreens } from './frame-screens.ts'
import { historyScreens } from './history-screens.ts'
import { openScreens } from './open-screens.ts'
import { panelScreens } from './panel-screens.ts'
import { profileScreens } from './profile-screens.ts'
import type { Screen } from './screen.ts'
import { settingsScreens } from './settings-screens.ts'
import { staffScreens } from './staff-screens.ts'
import { transferScreens } from './transfer-screens.ts'
import { visitorScreens } from './visitor-screens.ts'

/** Every screen of the bank in every state it can have: what the gallery draws and the gates look at. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...openScreens,
  ...frameScreens,
  ...accountScreens,
  ...profileScreens,
  ...historyScreens,
  ...transferScreens,
  ...settingsScreens,
  ...staffScreens,
  ...panelScreens,
]
