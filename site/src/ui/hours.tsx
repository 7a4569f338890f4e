/** The hours of a day: "09:30–18:00", or its beginning if the end is not known; nothing without hours. */
export const Hours = ({ starts_at: begin, ends_at: end }: { starts_at: string; ends_at: string }) =>
  end ? (
    <>
      {begin}–{end}
    </>
  ) : (
    begin
  );
