import { endpoints } from '@bank/contract/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { Notice } from '../ui/notice.tsx'
import { FirstPinForm } from './first-pin-form.tsx'
import { PinForm } from './pin-form.tsx'

const pinKey = ['pin']

/** What the PIN's tab shows: the change of a PIN, or a first one where there is none. Nearly everybody has one. */
export function PinPanel() {
  const client = useQueryClient()
  const [isNew, setIsNew] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  // The button that was pressed has gone.
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
        onSet={() => {
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
          <Notice tone="success" isSaid>
            Your PIN was set. Send transfers with it from here on.
          </Notice>
        </div>
      )}
      <PinForm />
    </div>
  )
}
