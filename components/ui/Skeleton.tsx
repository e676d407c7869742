interface SkeletonProps {
  readonly label: string;
  /** Heights in pixels, all different, of the blocks that stand in while the data is on its way. */
  readonly blocks: readonly number[];
}

export function Skeleton({ label, blocks }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className="space-y-3 py-2">
      {blocks.map((height) => (
        <div key={height} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}
