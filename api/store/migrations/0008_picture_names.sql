-- Whoever destroys a picture asks what names it; without these each such question read every registration.
CREATE INDEX bookings_by_photo ON bookings (photo_asset);
CREATE INDEX bookings_by_paper ON bookings (id_asset);
CREATE INDEX accounts_by_photo ON accounts (photo_asset);
