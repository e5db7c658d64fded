import { linkTo } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { useSignedIn } from '../sessions/session.ts'
import { deferred } from '../ui/deferred.tsx'
import { prepareDialogs } from '../ui/dialog.tsx'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Logo } from '../ui/logo.tsx'
import { AccountGate } from './account-gate.tsx'
import { isAdministratorPath, Menu } from './menu.tsx'
import { RouteBoundary } from './route-boundary.tsx'
import { SkipLink } from './skip-link.tsx'
import { SlidingMenu } from './sliding-menu.tsx'
import { StatusBar } from './status-bar.tsx'
import { UnconfirmedBar } from './unconfirmed-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** The layout of a signed-in user: a sidebar from 770 px, a top bar, and below 770 px a menu that slides in. */
export function AuthenticatedLayout() {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  useEffect(prepareDialogs, [])
  const isAdministrators = isAdministratorPath(pathname) && isStaff(user.role)
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
        <header className="no-print sticky top-0 z-30 border-b bg-card">
          <div className="mx-auto -mb-px flex h-bar max-w-page items-center gap-1 px-gutter">
            <Start path={pathname} />
            <div className="ms-auto flex min-w-0 items-center">
              {isAdministrators && <SearchButton placeholder={<div className="size-target" />} />}
              <UserMenu />
            </div>
            <SlidingMenu key={pathname} />
          </div>
          <StatusBar />
        </header>
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
const SearchButton = deferred(async () => (await import('../admin/search/search-button.tsx')).SearchButton)
const SessionEnd = deferred(async () => (await import('./session-end.tsx')).SessionEnd)
const LiveUpdates = deferred(async () => (await import('./live-updates.tsx')).LiveUpdates)

/** At the start of a small screen's bar: the logo on the dashboard, elsewhere the way back. */
function Start({ path }: { path: string }) {
  const navigate = useNavigate()
  if (path === linkTo('dashboard')) {
    return (
      <Link
        to={linkTo('dashboard')}
        className="inline-flex min-h-target min-w-target items-center rounded-control md:hidden"
      >
        <Logo isShort />
      </Link>
    )
  }
  // A user who followed a link from outside has no page of the bank to go back to.
  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(linkTo('dashboard')))
  return <IconButton icon={ArrowLeft} label="Back" onClick={back} className="-ms-2 md:hidden" />
}
