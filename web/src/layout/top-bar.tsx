import { linkTo } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import { ArrowLeft } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSignedIn } from '../sessions/session.ts'
import { deferred } from '../ui/deferred.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { isAdministratorPath } from './menu.tsx'
import { SlidingMenu } from './sliding-menu.tsx'
import { StatusBar } from './status-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** The bar above each page of a signed-in user: the user menu, the search of staff, and on a small screen the way back and the menu. */
export function TopBar() {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const isAdministrators = isAdministratorPath(pathname) && isStaff(user.role)
  return (
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
  )
}

// Not part of the first view: nothing of it is shown then.
const SearchButton = deferred(async () => (await import('../admin/search/search-button.tsx')).SearchButton)

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
