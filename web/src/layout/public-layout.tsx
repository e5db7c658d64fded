import { linkTo } from '@bank/contract/pages'
import { Link, Outlet } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { LogoutButton } from '../sessions/logout-button.tsx'
import { useSession } from '../sessions/session.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { Logo } from '../ui/logo.tsx'
import { RouteBoundary } from './route-boundary.tsx'
import { SkipLink } from './skip-link.tsx'
import { StatusBar } from './status-bar.tsx'

/**
 * The layout of visitors: a bar with only the logo over a calm picture. The logo leads to the bank's public website. A
 * signed-in user who reads one of its pages can log out in the footer.
 */
export function PublicLayout() {
  const { data } = useSession()
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <SkipLink />
      <div aria-hidden className="engraving no-print fixed inset-0 -z-10 opacity-15" />
      <header className="no-print sticky top-0 z-30 border-b bg-card">
        <div className="-mb-px flex h-bar items-center px-gutter">
          <a
            href={publicConfig.publicSiteUrl}
            className="inline-flex min-h-target min-w-0 items-center rounded-control"
          >
            <Logo />
          </a>
        </div>
        <StatusBar />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="flex w-full grow flex-col px-gutter py-section outline-none"
      >
        <RouteBoundary>
          <Outlet />
        </RouteBoundary>
      </main>
      <footer className="no-print flex flex-wrap items-center gap-x-4 gap-y-1 border-t bg-card px-gutter py-2 text-table">
        <Link to={linkTo('support')} className="link-alone">
          Help
        </Link>
        <Link to={linkTo('terms')} className="link-alone">
          Terms
        </Link>
        <Link to={linkTo('privacy')} className="link-alone">
          Privacy
        </Link>
        {data?.session && <LogoutButton look="quiet" className="-mx-4" />}
        <div className="-me-3 ms-auto">
          <ThemeSwitch />
        </div>
      </footer>
    </div>
  )
}
