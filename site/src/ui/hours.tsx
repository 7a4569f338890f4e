/** "09:30–18:00", the beginning if the end is not known, or nothing. */
export const Hours = ({ starts_at: begin, ends_at: end }: { starts_at?: string; ends_at?: string }) =>
  end ? (
    <>
      {begin}–{end}
    </>
  ) : (
    begin
  );
