/** Such as `18.3 GB`, and `42 MB` below one gigabyte. */
export function diskText(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
