import { endpoints } from '@bank/contract/endpoints'
import { scriptOf } from '@bank/server/test/script-of'
import type { Page } from '@playwright/test'
import { altered, answered, held, unreachable } from './answers.ts'
import { emailUnconfirmed, richAndLongNamed } from './extremes.ts'
import { offlineAfter, untilGivenUp } from './failures.ts'
import { type Action, advanceClock, installClock, press, readRightToLeft, waitFor } from './page-actions.ts'
import { alert, alertDialog, button, dialog, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { checkSession, extendSession, readMe, signOut } = endpoints

const ready = button('Change Avatar')
const menu = (page: Page) => dialog(page).getByRole('link', { name: 'Settings' })
const openUserMenu = press(/^Logged in as/)
const soon = () => ({ idleEndsAt: new Date(Date.now() + 100_000).toISOString() })
// The opened page extends the session.
const extendedSoon = altered(extendSession, (session) => ({ ...session, ...soon() }))
const endsSoon = altered(checkSession, ({ session }) => ({ session: session && { ...session, ...soon() } }))
const loseTheScript: Action = (page) =>
  page.route(scriptOf('profile/profile-page.tsx'), (route) => route.abort())

/** The layout around every page of a signed-in user. */
export const layoutScreens: readonly Screen[] = [
  screen('layout', '/profile', 'alice', {
    usual: { shows: ready },
    loading: { arrange: [held(checkSession)], shows: role('status') },
    'no session check': {
      arrange: [installClock, unreachable(checkSession)],
      act: [untilGivenUp(alert)],
      shows: text('We couldn’t reach the bank'),
      tolerates: /net::ERR_FAILED/,
    },
    menu: { widths: [390, 768], act: [press('Menu')], shows: menu },
    'menu from the right': { widths: [390, 768], act: [readRightToLeft, press('Menu')], shows: menu },
    'user menu': { act: [openUserMenu], shows: button('Logout') },
    'user menu of an administrator': {
      as: 'clara elevated',
      act: [openUserMenu],
      shows: role('link', { name: 'Admin Panel' }),
    },
    'email not confirmed': { arrange: [emailUnconfirmed], shows: button('Send again') },
    'long name': { arrange: richAndLongNamed, act: [openUserMenu], shows: button('Logout') },
    'logging out': {
      arrange: [held(signOut)],
      act: [openUserMenu, press('Logout')],
      shows: text('Logging out...'),
    },
    'session about to end': {
      arrange: [installClock, endsSoon, extendedSoon],
      act: [waitFor(ready), advanceClock('00:06')],
      shows: alertDialog,
    },
    'page stopped working': {
      arrange: [answered(readMe, { account: null } as never)],
      shows: text('This page stopped working'),
      tolerates: /./,
    },
    'page not loaded': { arrange: [loseTheScript], shows: text('This page stopped working'), tolerates: /./ },
    offline: offlineAfter(ready),
  }),
]
