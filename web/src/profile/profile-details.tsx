import { dayText } from '@bank/contract/date-text'
import type { MeView } from '@bank/contract/profile/view'
import { Fact } from '../ui/fact.tsx'

/** The customer's details, in the order of the specification (§2). */
export function ProfileDetails({ me }: { me: MeView }) {
  const details = [
    ['Name', me.name],
    ['Email', me.email],
    ['Address', me.street],
    ['City', me.city],
    ['State or region', me.state],
    ['Zip code', me.zip],
    ['Country', me.country],
    ['Phone', me.phone],
    ['Date of birth', me.dob ? dayText(me.dob, 'short') : ''],
  ] as const
  return (
    <dl className={detailsGrid}>
      {details.map(([label, value]) => (
        <Fact key={label} name={label}>
          {value.trim() === '' ? (
            <span className="text-muted-foreground">Not provided</span>
          ) : (
            <bdi>{value}</bdi>
          )}
        </Fact>
      ))}
    </dl>
  )
}

export const detailsGrid = 'grid gap-x-8 gap-y-5 sm:grid-cols-2'
