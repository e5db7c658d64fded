import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** The chosen picture, before it is uploaded, and the button that removes it again (specification §4, Avatar modal). */
export function AvatarPreview({
  picture,
  busy,
  onRemove,
}: {
  picture: File
  busy: boolean
  onRemove: () => void
}) {
  const address = useAddressOf(picture)
  const [broken, setBroken] = useState<string>()
  return (
    <div className="grid justify-items-center gap-3">
      {address === broken ? (
        <p className="flex size-[150px] items-center text-center text-table">
          {broken && 'This file can’t be shown. It may not be a picture.'}
        </p>
      ) : (
        <img
          src={address}
          alt="Avatar preview"
          onError={() => setBroken(address)}
          width={150}
          height={150}
          className="size-[150px] rounded-full object-cover"
        />
      )}
      <p className="max-w-full truncate text-caption text-muted-foreground">
        <bdi>{picture.name}</bdi>
      </p>
      <Button look="secondary" aria-disabled={busy} onClick={busy ? undefined : onRemove}>
        Remove
      </Button>
    </div>
  )
}

/** An object URL of the file, revoked on unmount. */
function useAddressOf(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
