import { pageAt } from '@bank/contract/pages'
import { untilHydrated } from '@bank/e2e/bank'
import { expect, type Page } from '@playwright/test'
import { cookiesOf } from './people.ts'
import type { Screen, State } from './screen.ts'

/** Opens a screen on a fresh page and brings it to a state. Throws when the state is not reached. */
export async function goTo(page: Page, screen: Screen, state: State): Promise<void> {
  await page.context().addCookies(await cookiesOf(state.as ?? screen.as))
  for (const prepare of state.arrange ?? []) await prepare(page)
  const path = typeof screen.path === 'string' ? screen.path : await screen.path()
  await page.goto(`${process.env.BANK_URL}${path}${state.query ?? ''}`)
  // What is arranged may hold the start of a page back, unless its first view is a file.
  if (state.act && (!state.arrange || pageAt(path)?.start === 'prerendered')) await untilHydrated(page)
  for (const act of state.act ?? []) await act(page)
  await expectShown(page, state)
  await page.evaluate(() => document.fonts.ready)
}

/** Waits until the state is visible; also after a change of the window, where a panel may have become a sheet. */
export async function expectShown(page: Page, state: State): Promise<void> {
  await expect(state.shows(page).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 })
}
