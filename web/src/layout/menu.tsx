import { CircleHelp } from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import { useSignedIn } from '../sessions/session.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { administratorMenu, customerMenu, isAdministratorPath } from './menus.ts'

/** The menu of the part of the bank one is in, and at its foot the theme and help. */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const entries =
    isAdministratorPath(pathname) && user.role === 'administrator' ? administratorMenu : customerMenu
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      <ul className="grid gap-1">
        {entries.map(({ label, path, icon: Icon }) => (
          <li key={path}>
            <NavLink to={path} {...(onLeave && { onClick: onLeave })} className={entryClass}>
              <Icon aria-hidden size={20} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-1 border-t pt-3">
        <ThemeSwitch />
        <NavLink to="/support" {...(onLeave && { onClick: onLeave })} className={entryClass}>
          <CircleHelp aria-hidden size={20} />
          Help
        </NavLink>
      </div>
    </nav>
  )
}

const entryClass =
  'flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground'
