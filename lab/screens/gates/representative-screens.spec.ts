import { test } from '@bank/e2e/bank'
import { expect } from '@playwright/test'
import { screens } from '../states/screens.ts'
import { checkState, gateNames, type View, zoomedViews } from './gates.ts'

/** The screens with the most kinds of content. `npm run gates` checks every screen in every state. */
const representatives = {
  'a long form': 'register',
  'a page with charts': 'dashboard',
  'a list with details': 'transaction',
  'a document': 'statement',
  'a page with dialogs': 'user',
}

const views: readonly View[] = [
  { width: 1_440, height: 900, theme: 'light', gates: gateNames },
  { width: 390, height: 900, theme: 'dark', gates: gateNames },
  ...zoomedViews,
]

for (const [kind, name] of Object.entries(representatives)) {
  test(`${kind} passes the gates, light on a desktop and dark on a phone: ${name}`, async ({ page }) => {
    const screen = screens.find((one) => one.name === name)!
    expect(await checkState(page, screen, screen.states[0]!, views)).toEqual([])
  })
}
