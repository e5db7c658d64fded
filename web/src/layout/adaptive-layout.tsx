import { pageStart } from '../public-config.ts'
import { SignedIn, useFailedCheck, useSession } from '../sessions/session.ts'
import { AuthenticatedLayout } from './authenticated-layout.tsx'
import { LoadingShell } from './loading-shell.tsx'
import { PublicLayout } from './public-layout.tsx'

/** The layout of pages that are open to visitors and users: the visitor's or the user's. */
export function AdaptiveLayout() {
  const { data, isPending } = useSession()
  const { hasFailed } = useFailedCheck()
  if (isPending && !hasFailed && pageStart !== 'prerendered') return <LoadingShell />
  if (!data?.session) return <PublicLayout />
  return (
    <SignedIn key={data.session.user.id} value={data.session}>
      <AuthenticatedLayout />
    </SignedIn>
  )
}
