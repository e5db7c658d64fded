import { isDrawnAhead } from '../public-config.ts'
import { useFailedCheck, useSession } from '../sessions/session.ts'
import { AuthenticatedLayout } from './authenticated-layout.tsx'
import { LoadingFrame } from './loading-shell.tsx'
import { PublicLayout } from './public-layout.tsx'

/** The frame that fits whoever is here, for pages that are for everybody. */
export function FittingLayout() {
  const { data, isPending } = useSession()
  const { hasFailed } = useFailedCheck()
  if (isPending && !hasFailed && !isDrawnAhead) return <LoadingFrame />
  return data?.session ? <AuthenticatedLayout key={data.session.user.id} /> : <PublicLayout />
}
