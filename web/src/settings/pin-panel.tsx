import { endpoints } from '@bank/contract/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../sessions/session.ts'
import { Notice } from '../ui/notice.tsx'
import { FirstPinForm } from './first-pin-form.tsx'
import { PinForm } from './pin-form.tsx'

const pinKey = ['pin']

/** The tab of the PIN: changes it, or sets a first one where there is none. `onChanged` is called once the bank has the new PIN. */
export function PinPanel({ onChanged }: { onChanged?: () => Promise<void> }) {
  const client = useQueryClient()
  const { data: state } = useSession()
  const [isNew, setIsNew] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  // The button that had the focus was removed.
  useEffect(() => {
    if (isNew) outcome.current?.focus()
  }, [isNew])
  const { data } = useQuery({
    queryKey: pinKey,
    queryFn: ({ signal }) => call(endpoints.readPin, { signal }),
  })
  if (data?.isSet === false) {
    return (
      <FirstPinForm
        // A user created by an administrator starts with a PIN: if none is set, it has expired.
        hasExpired={state?.session?.temporarySecrets?.pin === true}
        onSet={async () => {
          await onChanged?.()
          setIsNew(true)
          client.setQueryData(pinKey, { isSet: true })
        }}
      />
    )
  }
  return (
    <div className="grid gap-field">
      {isNew && (
        <div ref={outcome} tabIndex={-1}>
          <Notice tone="success" isAnnounced>
            Your PIN was set. Use it for your transfers from now on.
          </Notice>
        </div>
      )}
      <PinForm onChanged={onChanged} onExpired={() => void client.invalidateQueries({ queryKey: pinKey })} />
    </div>
  )
}
