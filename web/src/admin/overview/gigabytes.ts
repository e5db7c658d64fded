/** Such as `18.3`. */
export function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}
