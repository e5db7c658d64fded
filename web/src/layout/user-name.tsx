import { useSignedIn } from '../sessions/session.ts'

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
