import type { SessionView } from '@bank/contract/sessions/view'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { altered, held, unreachable, untilGivenUp } from './answers.ts'
import { readFromTheRight, richAndLongNamed } from './extremes.ts'
import type { Screen } from './screen.ts'

const menu = (page: Page) => page.getByRole('dialog').getByRole('link', { name: 'Settings' })

/** What stands around every page of a signed-in user. */
export const frameScreens: readonly Screen[] = [
  {
    name: 'frame',
    path: '/profile',
    as: 'alice',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('button', { name: 'Change Avatar' }) },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/sessions/current'),
        settled: (page) => page.getByRole('status'),
      },
      {
        name: 'no session check',
        arrange: inTurn(
          (page) => page.clock.install(),
          (page) => unreachable(page, '/api/sessions/current'),
        ),
        act: (page) => untilGivenUp(page, page.getByRole('alert')),
        settled: (page) => page.getByText('We could not reach the bank'),
        tolerates: /net::ERR_FAILED/,
      },
      { name: 'menu', widths: [390, 768], act: press('Menu'), settled: menu },
      {
        name: 'menu from the right',
        widths: [390, 768],
        act: inTurn(readFromTheRight, press('Menu')),
        settled: menu,
      },
      {
        name: 'user menu',
        act: press(/^Signed in as/),
        settled: (page) => page.getByRole('button', { name: 'Logout' }),
      },
      {
        name: 'user menu of an administrator',
        as: 'clara elevated',
        act: press(/^Signed in as/),
        settled: (page) => page.getByRole('link', { name: 'Admin Panel' }),
      },
      {
        name: 'long name',
        arrange: richAndLongNamed,
        act: press(/^Signed in as/),
        settled: (page) => page.getByRole('button', { name: 'Logout' }),
      },
      {
        name: 'logging out',
        arrange: (page) => held(page, '/api/sessions/current', 'DELETE'),
        act: inTurn(press(/^Signed in as/), press('Logout')),
        settled: (page) => page.getByText('Logging out...'),
      },
      {
        name: 'session about to end',
        arrange: async (page) => {
          await page.clock.install()
          await altered<{ session: SessionView }>(page, '/api/sessions/current', ({ session }) => ({
            session: { ...session, idleEndsAt: new Date(Date.now() + 100_000).toISOString() },
          }))
        },
        act: inTurn(
          (page) => page.getByRole('button', { name: 'Change Avatar' }).waitFor(),
          (page) => page.clock.fastForward('00:06'),
        ),
        settled: (page) => page.getByRole('alertdialog'),
      },
      {
        name: 'page stopped working',
        arrange: (page) => altered(page, '/api/me', () => ({ account: null })),
        settled: (page) => page.getByText('This page stopped working'),
        tolerates: /./,
      },
      {
        name: 'page not loaded',
        arrange: (page) => page.route(/profile-page-.*\.js/, (route) => route.abort()).then(() => {}),
        settled: (page) => page.getByText('This page stopped working'),
        tolerates: /./,
      },
      {
        name: 'offline',
        act: async (page) => {
          await page.getByRole('button', { name: 'Change Avatar' }).waitFor()
          await page.context().setOffline(true)
        },
        settled: (page) => page.getByText('You are offline'),
        tolerates: /ERR_INTERNET_DISCONNECTED/,
      },
    ],
  },
]
