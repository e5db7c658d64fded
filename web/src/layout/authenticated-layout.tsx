import { linkTo } from '@bank/contract/pages'
import { Suspense, useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { useSignedIn } from '../sessions/session.ts'
import { deferred } from '../ui/deferred.tsx'
import { prepareDialogs } from '../ui/deferred-dialog.tsx'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Logo } from '../ui/logo.tsx'
import { AccountGate } from './account-gate.tsx'
import { isAdministratorPath, Menu } from './menu.tsx'
import { RouteBoundary } from './route-boundary.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { UnconfirmedBar } from './unconfirmed-bar.tsx'

/** The layout of a signed-in user: a sidebar from 770 px, a top bar, and below 770 px a menu that slides in. */
export function AuthenticatedLayout() {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  useEffect(prepareDialogs, [])
  return (
    <div className="frame min-h-dvh">
      <SkipLink />
      <aside className="no-print fixed inset-y-0 start-0 z-30 hidden w-sidebar flex-col gap-6 overflow-y-auto border-e bg-card p-4 md:flex">
        <Link to={linkTo('dashboard')} className="inline-flex min-h-target items-center rounded-control px-2">
          <Logo />
        </Link>
        <Menu />
      </aside>
      <div className="md:ps-(--container-sidebar) print:ps-0">
        <TopBar />
        {user.isEmailUnconfirmed && publicConfig.mail && pathname !== linkTo('email') && <UnconfirmedBar />}
        <main id="content" tabIndex={-1} className="mx-auto max-w-page px-gutter py-section outline-none">
          <HiddenAmounts value={isAdministratorPath(pathname) ? false : undefined}>{openPage}</HiddenAmounts>
        </main>
      </div>
      <SessionEnd />
      <LiveUpdates />
    </div>
  )
}

// The same element in each rendering: React removes the server's HTML of a page whose scripts have not arrived when the layout around it
// is rendered again with another one, and what was typed into it.
const openPage = (
  <RouteBoundary>
    <Suspense fallback={<LoadingText />}>
      <AccountGate>
        <Outlet />
      </AccountGate>
    </Suspense>
  </RouteBoundary>
)

// Not part of the first view: nothing of them is shown then.
const SessionEnd = deferred(async () => (await import('./session-end.tsx')).SessionEnd)
const LiveUpdates = deferred(async () => (await import('./live-updates.tsx')).LiveUpdates)
