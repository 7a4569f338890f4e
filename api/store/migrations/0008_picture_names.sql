-- For finding what refers to a picture that is to be destroyed, without reading all registrations.
CREATE INDEX bookings_by_photo ON bookings (photo_asset);
CREATE INDEX bookings_by_paper ON bookings (id_asset);
CREATE INDEX accounts_by_photo ON accounts (photo_asset);
