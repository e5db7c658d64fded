import type { ReactNode } from 'react'
import { useSignOut } from '../sessions/sign-out.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { RouteBoundary } from './route-boundary.tsx'
import { SessionEnd } from './session-end.tsx'
import { SkipLink } from './skip-link.tsx'
import { StatusBar } from './status-bar.tsx'

/** The layout of a user who must choose a password and a PIN first: no menu, and Logout as the only way out. */
export function NewCustomerLayout({ children }: { children: ReactNode }) {
  const { signOut, busy } = useSignOut()
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b bg-card">
        <div className="mx-auto -mb-px flex h-bar max-w-table items-center justify-between gap-4 px-gutter">
          <Logo isShort />
          <Button look="secondary" busy={busy} busyLabel="Logging out..." onClick={signOut}>
            Logout
          </Button>
        </div>
        <StatusBar />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-table px-gutter py-section outline-none">
        <RouteBoundary>{children}</RouteBoundary>
      </main>
      <SessionEnd />
    </div>
  )
}
