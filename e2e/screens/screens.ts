import { accountScreens } from './account-screens.ts'
import type { Screen } from './screen.ts'
import { staffScreens } from './staff-screens.ts'
import { visitorScreens } from './visitor-screens.ts'

/** Every screen of the bank in every state it can have: what the gallery draws and the gates look at. */
export const screens: readonly Screen[] = [...visitorScreens, ...accountScreens, ...staffScreens]
