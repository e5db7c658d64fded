import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { useMe } from '../accounts/me.ts'
import { useSignedIn } from '../sessions/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'

/** The name of the signed-in user, with what it opens. */
export function UserMenu() {
  const { user } = useSignedIn()
  const { data: me } = useMe()
  useEffect(() => fetchWhenIdle(fetchPanel), [])
  return (
    <Disclosure
      buttonClass="flex min-h-target max-w-full items-center gap-2 px-2"
      panelClass="w-menu max-w-[calc(100vw-80px)] me-1 max-md:fixed"
      label={
        <>
          <span className="sr-only">Logged in as </span>
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
        <>
          {/* On a phone nothing shows from behind the panel in parts that can be pressed by mistake. */}
          <div aria-hidden onClick={close} className="fixed inset-0 -z-10 md:hidden" />
          <UserPanel close={close} placeholder={<div className="h-40" />} />
        </>
      )}
    </Disclosure>
  )
}

// Ahead of the first press.
const fetchPanel = () => import('./user-panel.tsx')
const UserPanel = deferred(async () => (await fetchPanel()).UserPanel)
