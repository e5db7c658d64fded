import { ChevronDown } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useMe } from '../accounts/me.ts'
import { useSignedIn } from '../sessions/session.ts'
import { useSignOut } from '../sessions/sign-out.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { isAdministratorPath } from './administrator-path.ts'

/** The name of the signed-in user, with links to the profile and the admin panel, and Logout. */
export function UserMenu() {
  const { user } = useSignedIn()
  const { data: me } = useMe()
  const { pathname } = useLocation()
  const { signOut, busy } = useSignOut()
  const elsewhere = isAdministratorPath(pathname)
    ? { label: 'My account', path: '/dashboard' }
    : { label: 'Admin Panel', path: '/admin' }
  return (
    <Disclosure
      buttonClass="flex min-h-target max-w-full items-center gap-2 px-2"
      panelClass="w-menu max-w-[calc(100vw-80px)]"
      label={
        <>
          <span className="sr-only">Signed in as </span>
          <Avatar name={user.name} image={me?.avatar} />
          {/* A long name is cut at its own end in either writing direction. */}
          <span dir="auto" className="hidden max-w-[16vw] truncate text-label md:inline">
            {user.name}
          </span>
          <span
            dir="auto"
            className="min-w-0 max-w-[45vw] truncate text-caption text-muted-foreground md:hidden"
          >
            {user.email}
          </span>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-muted-foreground" />
        </>
      }
    >
      {(close) => (
        <div className="grid p-2">
          <div className="px-3 py-2">
            <UserName />
          </div>
          <ul className="grid border-y py-2">
            <li>
              <Link to="/profile" onClick={close} className={linkClass}>
                Profile
              </Link>
            </li>
            {user.role === 'administrator' && (
              <li>
                <Link to={elsewhere.path} onClick={close} className={linkClass}>
                  {elsewhere.label}
                </Link>
              </li>
            )}
          </ul>
          <div className="pt-2">
            <Button look="secondary" wide busy={busy} busyLabel="Logging out..." onClick={signOut}>
              Logout
            </Button>
          </div>
        </div>
      )}
    </Disclosure>
  )
}

/** The name and the e-mail of the signed-in user. Each is cut at its own end in either writing direction. */
export function UserName() {
  const { user } = useSignedIn()
  return (
    <div className="grid min-w-0">
      <span dir="auto" className="w-fit max-w-full truncate text-label">
        {user.name}
      </span>
      <span dir="auto" className="w-fit max-w-full truncate text-caption text-muted-foreground">
        {user.email}
      </span>
    </div>
  )
}

const linkClass = 'flex min-h-target items-center rounded-control px-3 text-label hover:bg-hover'
