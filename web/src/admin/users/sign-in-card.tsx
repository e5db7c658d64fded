import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { isStaff } from '@bank/contract/roles/role'
import { useSignedIn } from '../../sessions/session.ts'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useMay } from '../use-may.ts'
import { SignInActions } from './sign-in-actions.tsx'

/** How a user signs in and confirms payments, what stops them, and the actions about it. */
export function SignInCard({ user }: { user: UserDetailsView }) {
  // Administrators change their own sign-in in the settings.
  const isOwn = useSignedIn().user.id === user.id
  const may = useMay()
  const mayReset = may('reset_sign_in')
  const { hasPin, lockedUntil, twoFactorSince, sessions } = user.signIn
  return (
    <Card className="grid gap-4">
      <h2 className="text-h2">Login and security</h2>
      {lockedUntil && (
        <Notice tone="failed" isAnnounced>
          PIN locked after wrong PINs until <DateText moment={lockedUntil} time />
        </Notice>
      )}
      {user.frozenAt && (
        <Notice tone="pending">
          Payments frozen by the customer since <DateText moment={user.frozenAt} long />
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-table md:grid-cols-4">
        <Fact name="Password">
          Set on <DateText moment={user.passwordSetAt} />
          {user.temporarySecretsUntil && (
            <>
              ; password or PIN temporary until <DateText moment={user.temporarySecretsUntil} />
            </>
          )}
        </Fact>
        <Fact name="PIN">{lockedUntil ? 'Locked' : hasPin ? 'Set' : 'Not set'}</Fact>
        <Fact name="Two-factor authentication">
          {twoFactorSince ? (
            <>
              On since <DateText moment={twoFactorSince} />
            </>
          ) : (
            'Off'
          )}
        </Fact>
        <Fact name="Sessions">{sessions.length === 0 ? 'None' : <Sessions sessions={sessions} />}</Fact>
      </dl>
      {!isOwn && mayReset && <SignInActions user={user} />}
      {!isOwn && mayReset && twoFactorSince && isStaff(user.role) && !may('give_roles') && (
        <p className="text-table text-muted-foreground">
          An administrator resets the two-factor authentication of staff.
        </p>
      )}
    </Card>
  )
}

function Sessions({ sessions }: Pick<UserDetailsView['signIn'], 'sessions'>) {
  return (
    <details>
      <summary className="-my-2 inline-flex min-h-target items-center rounded-control text-link underline">
        Show {sessions.length} open
      </summary>
      <ul className="grid gap-2">
        {sessions.map(({ id, browser, network, lastSeenAt }) => (
          <li key={id}>
            <bdi>{browser}</bdi>
            <p className="text-caption text-muted-foreground">
              {network && (
                <>
                  <bdi>{network}</bdi>,{' '}
                </>
              )}
              last seen <DateText moment={lastSeenAt} time />
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
